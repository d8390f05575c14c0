import bcrypt from 'bcrypt';

/**
 * Loaded before the server (`--import`): its password hashes are bcrypt's at the lowest cost. A browser file has ten
 * people sign up and log in; at the product's cost that alone takes the processors for seconds.
 */
const LOWEST_COST = 4;

const hash = bcrypt.hash.bind(bcrypt);
bcrypt.hash = ((data: string) => hash(data, LOWEST_COST)) as typeof bcrypt.hash;

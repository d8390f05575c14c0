/** A process that ends at the first picture that it takes. */
process.on('message', () => process.exit(7));

/** Loaded before the program (`--import`): it runs with a sabotage (`QUAD_SABOTAGE`), in all of its threads. */
import { sabotage } from './load.ts';

sabotage(process.env.QUAD_SABOTAGE ?? '');

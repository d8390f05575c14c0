import { calculator, recordPlayer, textbooks, tickets } from './drawings/campusThings.ts';
import { headphones, keyboard, laptop, monitor } from './drawings/computing.ts';
import { bookcase, couch, desk, deskLamp, mirror, officeChair } from './drawings/furniture.ts';
import type { Drawing } from './drawings/kit.ts';
import { coffeeMaker, cookies, microwave, miniFridge, riceCooker } from './drawings/kitchen.ts';
import { camera, drone, dumbbells, gameConsole, guitar } from './drawings/leisure.ts';
import { cat, dormRoom, sunset, whiteboard } from './drawings/places.ts';
import { plants } from './drawings/plants.ts';
import { bicycle, car, scooter, skateboard } from './drawings/rides.ts';
import { backpack, jersey, sneakers } from './drawings/wearables.ts';

/** Every picture that a post of the demo campus can show. */
export const drawings = {
  backpack,
  bicycle,
  bookcase,
  calculator,
  camera,
  car,
  cat,
  coffeeMaker,
  cookies,
  couch,
  desk,
  deskLamp,
  dormRoom,
  drone,
  dumbbells,
  gameConsole,
  guitar,
  headphones,
  jersey,
  keyboard,
  laptop,
  microwave,
  miniFridge,
  mirror,
  monitor,
  officeChair,
  plants,
  recordPlayer,
  riceCooker,
  scooter,
  skateboard,
  sneakers,
  sunset,
  textbooks,
  tickets,
  whiteboard,
} satisfies Record<string, () => Drawing>;

export type DrawingName = keyof typeof drawings;

import { defineServerNoun } from '../noun.ts';
import { createCascadeReactor } from './cascade.ts';
import { postFirstView } from './firstView.ts';
import { postPictures } from './pictures.ts';
import { galleryRoutes } from './routes.ts';

/** Posts and comments: their pictures, and the cascade when one of them ends. */
export const postNoun = defineServerNoun({
  name: 'post',
  routes: (parts) => [galleryRoutes(parts)],
  reactors: { cascade: createCascadeReactor },
  pictures: postPictures,
  firstView: postFirstView,
});

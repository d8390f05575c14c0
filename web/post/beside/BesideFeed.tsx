import { useLocation } from 'react-router';
import PopularCategories from './PopularCategories.tsx';

/** In the column beside the feed, its photos and what is found: other ways to look around. */
export default function BesideFeed() {
  const { pathname } = useLocation();
  if (!['/home', '/media', '/search'].includes(pathname)) return null;
  return <PopularCategories />;
}

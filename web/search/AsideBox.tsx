import { SearchBox } from './SearchBox.tsx';

/** The box without a search. */
export default function AsideBox() {
  return <SearchBox />;
}

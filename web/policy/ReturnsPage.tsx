import { PolicyPage } from './PolicyPage.tsx';
import { returnPolicy } from './rules.ts';

/** `/settings/returns` (SETT-17). */
export default function ReturnsPage() {
  return <PolicyPage title="Return Policy" sections={returnPolicy} />;
}

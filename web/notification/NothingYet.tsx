import { Bell } from 'lucide-react';
import { EmptyState } from '../kit/State.tsx';

/** An empty list (NOTF-04). */
export function NothingYet() {
  return <EmptyState icon={<Bell size={32} />} title="Nothing to see here - yet" />;
}

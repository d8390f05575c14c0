import { Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import type { RichText } from '#domain/post/richText.ts';
import { Button } from '../../kit/Button.tsx';
import { suggestCategory } from './suggestCategory.ts';

/** A chip with the category that the words name: a press chooses it, and without one nothing is chosen. */
export default function SuggestedCategory(props: {
  readonly text: RichText;
  readonly onChoose: (category: string) => void;
}) {
  const category = useMemo(() => suggestCategory(props.text), [props.text]);
  if (category === null) return null;
  return (
    <Button
      size="small"
      icon={<Sparkles size={16} aria-hidden />}
      aria-label={`Suggested category: ${category.label}`}
      onClick={() => props.onChoose(category.value)}
    >
      {category.label}
    </Button>
  );
}

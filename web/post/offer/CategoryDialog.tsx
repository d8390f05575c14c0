import { closeDialog, closeDialogThen } from '../../kit/dialog/dialogStore.ts';
import { CategoryChooser } from './CategoryChooser.tsx';

/** The chooser of categories over a page. */
export default function CategoryDialog(props: {
  readonly value: string;
  readonly onChoose: (category: string) => void;
}) {
  return (
    <CategoryChooser
      value={props.value}
      onChoose={(category) => closeDialogThen(() => props.onChoose(category))}
      onClose={closeDialog}
    />
  );
}

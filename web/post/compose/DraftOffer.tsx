import { useState } from 'react';
import type { Draft } from '../../writing/face.ts';
import { CategoryChooser } from '../offer/CategoryChooser.tsx';
import { readTerms } from '../offer/draftTerms.ts';
import { TermsFields } from '../offer/TermsFields.tsx';
import { rejectionText } from './rejectionText.ts';

/** Whether the chooser of categories is open, and how it is opened and closed. */
export interface ChooserPlace {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/** Fields of the terms of a draft, with the chooser of its category. @param props.place left out: a window over the composer */
export function DraftOffer({
  draft: { terms, setTerms, priceRefusals },
  place,
}: {
  readonly draft: Pick<Draft, 'terms' | 'setTerms' | 'priceRefusals'>;
  readonly place?: ChooserPlace;
}) {
  const [isOver, setOver] = useState(false);
  const over: ChooserPlace = { isOpen: isOver, open: () => setOver(true), close: () => setOver(false) };
  const { isOpen, open, close } = place ?? over;
  const read = readTerms(terms);
  const error = read.ok ? null : rejectionText(read.rejection);
  return (
    <>
      <TermsFields terms={terms} error={error} refusals={priceRefusals} onChange={setTerms} onChooseCategory={open} />
      {isOpen && (
        <CategoryChooser
          value={terms.category}
          onChoose={(category) => {
            setTerms({ ...terms, category });
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

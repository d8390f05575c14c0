import { Suspense, useState } from 'react';
import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import { lazySoon } from '../../kit/lazySoon.ts';
import type { Draft } from '../../writing/face.ts';
import { CategoryChooser } from '../offer/CategoryChooser.tsx';
import { readTerms } from '../offer/draftTerms.ts';
import { TermsFields } from '../offer/TermsFields.tsx';
import { rejectionText } from './rejectionText.ts';

/** It needs the words of the search, which no first view does. */
const SuggestedCategory = lazySoon(() => import('../offer/SuggestedCategory.tsx'));

/** Whether the chooser of categories is open, and how it is opened and closed. */
export interface ChooserPlace {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/** Fields of the terms of a draft, with the chooser of its category. @param props.place left out: a window over the composer */
export function DraftOffer({
  draft: { text, terms, setTerms, priceRefusals },
  place,
}: {
  readonly draft: Pick<Draft, 'text' | 'terms' | 'setTerms' | 'priceRefusals'>;
  readonly place?: ChooserPlace;
}) {
  const [isOver, setOver] = useState(false);
  const over: ChooserPlace = { isOpen: isOver, open: () => setOver(true), close: () => setOver(false) };
  const { isOpen, open, close } = place ?? over;
  const read = readTerms(terms);
  const error = read.ok ? null : rejectionText(read.rejection);
  const choose = (category: string) => setTerms({ ...terms, category });
  return (
    <>
      <TermsFields
        terms={terms}
        error={error}
        refusals={priceRefusals}
        onChange={setTerms}
        onChooseCategory={open}
        suggestion={
          terms.category === ALL_CATEGORIES.value && (
            <Suspense fallback={null}>
              <SuggestedCategory text={text} onChoose={choose} />
            </Suspense>
          )
        }
      />
      {isOpen && (
        <CategoryChooser
          value={terms.category}
          onChoose={(category) => {
            choose(category);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

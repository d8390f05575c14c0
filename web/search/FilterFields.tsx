import { useId } from 'react';
import { categories } from '#domain/post/categories.ts';
import { conditions } from '#domain/post/sale.ts';
import { priceBands, WITH_SOLD } from '#projections/post/searchFilters.ts';
import { Checkbox, SelectField } from '../kit/Field.tsx';
import type { FilterName, Filters } from './address.ts';
import styles from './SearchPage.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The filters of posts (Q54); the two parts that nothing stands behind yet are shown as such. */
export default function FilterFields(props: {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}) {
  const { filters, onChange } = props;
  const set = (name: FilterName, value: string) => {
    const { [name]: _before, ...others } = filters;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  const choose = (name: FilterName, label: string, all: string, choices: readonly Choice[]) => (
    <SelectField label={label} value={filters[name] ?? ''} onChange={(event) => set(name, event.target.value)}>
      <option value="">{all}</option>
      {choices.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
  const tick = (name: FilterName, value: string, label: string) => (
    <Checkbox checked={filters[name] === value} onChange={({ target }) => set(name, target.checked ? value : '')}>
      {label}
    </Checkbox>
  );
  return (
    <>
      {choose('category', 'Category', 'All categories', categories)}
      {choose('price', 'Price', 'Any price', priceBands)}
      {choose(
        'condition',
        'Condition',
        'Any condition',
        conditions.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
      )}
      <div>
        {tick('pictures', 'yes', 'Photos only')}
        {tick('standing', WITH_SOLD, 'Include sold')}
      </div>
      <Disabled title="People" options={['From anyone', 'People you follow']} />
      <Disabled title="Location" options={['Anywhere', 'Near you']} />
    </>
  );
}

/** Shown, and of no effect yet (SRCH-12). */
function Disabled({ title, options }: { readonly title: string; readonly options: readonly string[] }) {
  const id = useId();
  return (
    <fieldset className={styles.disabled} disabled aria-describedby={`${id}-hint`}>
      <legend>{title}</legend>
      {options.map((option, index) => (
        <label key={option}>
          <input type="radio" name={id} checked={index === 0} readOnly /> {option}
        </label>
      ))}
      <p id={`${id}-hint`}>Not available yet</p>
    </fieldset>
  );
}

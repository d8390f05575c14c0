import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Filled } from '../kit/slots.tsx';
import { SettingsHeader } from '../settings/face.ts';
import styles from './PolicyPage.module.css';
import type { PolicySection } from './section.ts';

/** A page to read: a title, the day of its last change, and sections that links can point to. */
export function PolicyPage(props: {
  readonly title: string;
  /** As it is shown: "May 27, 2021". */
  readonly updated?: string;
  readonly sections: readonly PolicySection[];
  /** Below the text. */
  readonly children?: ReactNode;
}) {
  useFragment();
  return (
    <>
      <SettingsHeader title={props.title} />
      <div className={styles.policy}>
        {props.updated !== undefined && <p className={styles.updated}>Last updated {props.updated}</p>}
        {props.sections.map(({ id, title, paragraphs, points, list, link }) => (
          <section key={title} id={id}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points !== undefined && (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
            {list !== undefined && <Filled slot={list} with={{}} />}
            {link !== undefined && (
              <p>
                <Link className={styles.link} to={link.to}>
                  {link.label}
                </Link>
              </p>
            )}
          </section>
        ))}
        {props.children !== undefined && <div className={styles.below}>{props.children}</div>}
      </div>
    </>
  );
}

/** Shows the section that the address names: the browser looks for it before the page is drawn. */
function useFragment(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}

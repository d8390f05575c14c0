import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { site } from '../session/site.ts';
import styles from './PolicyPage.module.css';
import { TERMS_UPDATED, termsOfService } from './terms.ts';

/** `/settings/terms` (SETT-16). */
export default function TermsPage() {
  return (
    <>
      <PageHeader variant="detail" title="Terms of Service" />
      <div className={styles.policy}>
        <p className={styles.updated}>Last updated {TERMS_UPDATED}</p>
        {termsOfService(site.name).map(({ title, paragraphs, points }) => (
          <section key={title}>
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
          </section>
        ))}
      </div>
    </>
  );
}

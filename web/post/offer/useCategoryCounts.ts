import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { maySeeCampus } from '#domain/campus/access.ts';
import { isGenericSite, site } from '../../session/site.ts';
import { useViewer } from '../../session/useViewer.ts';
import { request } from '../../sync/transport/http.ts';

const countsSchema = z.object({ counts: z.record(z.string(), z.number()), more: z.boolean() });

/** How many posts of each category the campus's feed has, as it was counted within a minute. */
export type CategoryCounts = z.infer<typeof countsSchema>;

/** The counts of the campus; `null` until they are there, and where they cannot be had: nothing needs them. */
export function useCategoryCounts(): CategoryCounts | null {
  const [counts, setCounts] = useState<CategoryCounts | null>(null);
  const { access } = useViewer();
  const maySee = !isGenericSite && maySeeCampus(access, site.id);
  useEffect(() => {
    if (!maySee) return;
    const abort = new AbortController();
    request('GET', `/api/categories/${site.id}`, undefined, { signal: abort.signal })
      .then((answer) => setCounts(countsSchema.parse(answer)))
      .catch((error: unknown) => {
        if (!abort.signal.aborted) console.warn('The posts of categories were not counted.', error);
      });
    return () => abort.abort();
  }, [maySee]);
  return counts;
}

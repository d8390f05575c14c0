import { Camera, Check, Ellipsis, Link2, Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { titleOf } from '#domain/post/plainText.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { copyText } from '../../kit/copyText.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { closeDialog } from '../../kit/dialog/dialogStore.ts';
import { Filled } from '../../kit/slots.tsx';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { site } from '../../session/site.ts';
import { useDocument } from '../../sync/hooks.ts';
import { SOMETHING_WENT_WRONG } from '../../sync/showRefusal.ts';
import { fullName } from '../../user/face.ts';
import { firstWords } from '../text/preview.ts';
import { linkTo } from './copyLinkTo.ts';
import styles from './Share.module.css';
import { SHARE_ICON_PX as ICON_PX, ShareWay } from './ShareWay.tsx';
import { shareWays } from './slots.ts';

/** Milliseconds after which the button offers to copy again (POST-20). */
const COPIED_MS = 1_000;
/** Characters of the post in the subject of a mail. */
const SUBJECT_CHARACTERS = 60;
/** Instagram takes no link from a page (Q29): it is copied, to be pasted there. */
const INSTAGRAM = 'https://www.instagram.com/';

/** The ways to share a post: mail, Instagram, the device's own, and its link (POST-21). */
export default function ShareDialog({ postId }: { readonly postId: string }) {
  const post = useDocument(posts, postId);
  const gone = post === undefined;
  useEffect(() => {
    if (gone) closeDialog();
  }, [gone]);
  return post === undefined ? null : <Ways post={post} />;
}

function Ways({ post }: { readonly post: Post }) {
  const mobile = useMobile();
  const title = useTitle(post);
  const link = linkTo(post);
  const { copied, copy } = useCopy(link);
  const canShare = typeof navigator.share === 'function';
  const share = () => void shareByDevice({ title, url: link });
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(link)}`;
  return (
    <Dialog title="Share" onClose={closeDialog}>
      <ul className={styles.ways}>
        <Filled slot={shareWays} with={{ post }} />
        <ShareWay icon={<Mail size={ICON_PX} />} label="Email" href={mail} />
        {canShare && mobile ? (
          <ShareWay icon={<Camera size={ICON_PX} />} label="Instagram" onPress={share} />
        ) : (
          <ShareWay icon={<Camera size={ICON_PX} />} label="Instagram" href={INSTAGRAM} onPress={() => void copy()} />
        )}
        {canShare && <ShareWay icon={<Ellipsis size={ICON_PX} />} label="More options" onPress={share} />}
        <ShareWay
          icon={copied ? <Check size={ICON_PX} /> : <Link2 size={ICON_PX} />}
          label={copied ? 'Copied!' : 'Copy link'}
          onPress={() => void copy()}
        />
      </ul>
      <p className={styles.link}>
        <bdi>{link}</bdi>
      </p>
    </Dialog>
  );
}

/** "Ann A. on OU Quad: A lamp …" */
function useTitle(post: Post): string {
  const author = fullName(useDocument(people, post.author));
  const words = firstWords(titleOf(reveal(post.text)), SUBJECT_CHARACTERS);
  return `${author} on ${site.name} Quad${words === '' ? '' : `: ${words}`}`;
}

/** Copies the link; for a second the button says so. */
function useCopy(link: string) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (!(await copyText(link))) return showAlert('danger', SOMETHING_WENT_WRONG);
    setCopied((count) => count + 1);
    showAlert('okay', 'Copied to clipboard');
  };
  return { copied: copied > 0, copy };
}

/** Hands the link to the device's own window for sharing. */
async function shareByDevice(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
    closeDialog();
  } catch (error) {
    // The person has closed that window.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    showAlert('danger', SOMETHING_WENT_WRONG);
  }
}

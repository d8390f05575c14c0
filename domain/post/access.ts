import { maySeeCampus, mustBeMember } from '../campus/access.ts';
import { type Denial, mustBeModerator, mustBeSignedIn, type Reader, type Viewer } from '../kernel/access.ts';
import { mustHaveProfile, type ProfileFacts } from '../user/access.ts';
import { postRejection } from './rejection.ts';

/** Fields of a post or comment that the access rules read. */
interface OwnPost {
  readonly author: string;
  readonly campus: string;
}

/** Who may see posts and comments, write, change and delete them. */
export const postAccess = {
  /** A post or comment and its pictures: visible to everyone who may see the campus (CAMP-07). */
  maySee(reader: Reader, post: { readonly campus: string }): boolean {
    return maySeeCampus(reader, post.campus);
  },
  /** To begin a post: its profile may still be incomplete, which is asked for when it is sent. */
  mayBegin(viewer: Viewer, { campus }: { readonly campus: string }) {
    return mustBeMember(viewer, campus);
  },
  mayDo: {
    /** On the campus of the site; conditions in the order of POST-15. */
    CreatePost(viewer: Viewer, { campus, profile }: { readonly campus: string; readonly profile: ProfileFacts }) {
      return mustBeMember(viewer, campus) ?? mustHaveProfile(profile);
    },
    /** On the campus of the post (COMM-06, Q07); needs no complete profile (decisions D18). */
    AddComment(viewer: Viewer, { campus }: { readonly campus: string }) {
      return mustBeMember(viewer, campus);
    },
    EditPost: mayChange,
    /** The offer is a part of the post. */
    SetSale: mayChange,
    /** One's own, at any time (POST-17, COMM-09). */
    DeletePost(viewer: Viewer, post: Pick<OwnPost, 'author'>) {
      return mustBeAuthor(viewer, post);
    },
    /** Anybody's, with a reason. */
    RemovePost: mustBeModerator,
  },
};

/** One's own, while one is a member of its campus (decisions D17). */
function mayChange(viewer: Viewer, post: OwnPost) {
  return mustBeAuthor(viewer, post) ?? mustBeMember(viewer, post.campus);
}

function mustBeAuthor(viewer: Viewer, post: Pick<OwnPost, 'author'>): Denial<'SIGNED_OUT' | 'NOT_YOUR_POST'> {
  return mustBeSignedIn(viewer) ?? (viewer.userId === post.author ? null : postRejection('NOT_YOUR_POST'));
}

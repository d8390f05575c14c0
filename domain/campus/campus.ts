/**
 * A campus and its site (CAMP-03, CAMP-15). Brand, domains and page size come from here and nowhere else (D25). Its
 * privacy is no constant: it is a state of the stream `campus-<id>` (`state.ts`).
 */
export interface Campus {
  /** Lower-case id (Q01): `ou`, `ut`, … and `campus` for the generic site. */
  readonly id: string;
  /** campus_short_name, as shown: "OU". */
  readonly name: string;
  /** The school's whole name. */
  readonly fullName: string;
  /** Host labels by which the campus is chosen: `ou` answers on `ou.localhost`, `ou.quad.example`, … (CAMP-01). */
  readonly hosts: readonly string[];
  /** Site address in production. */
  readonly url: string;
  /** E-mail domains of members (CAMP-04); empty for the generic site. */
  readonly emailDomains: readonly string[];
  /** Whom people write to: the mailbox of the support, and the account of a social network that takes direct messages. */
  readonly contact: {
    readonly email: string;
    readonly social: { readonly account: string; readonly url: string };
  };
  readonly location: { readonly city: string; readonly state: string; readonly country: string };
  /** Brand colours as CSS hex, all of one hue: crimson is crimson at night, too. Texts reach WCAG AA (4.5:1). */
  readonly colours: {
    /** Buttons, marks and coloured text on the white ground. */
    readonly light: string;
    /** Buttons and marks on the near-black ground: the same colour, as much lighter as 3:1 against it needs. */
    readonly dark: string;
    /** Coloured text on the near-black ground. */
    readonly darkText: string;
    /** Text on `light` and `dark`. */
    readonly on: string;
  };
  /** The drawn mark: path data in a 24 by 24 box, filled by the even-odd rule. */
  readonly mark: string;
  /** Whether the product's numbers count what happens on its site (ANLT-07, Q69). */
  readonly isCounted: boolean;
  /** Posts in the first page of the feed (Q32). */
  readonly firstPagePosts: number;
}

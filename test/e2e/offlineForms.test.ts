import { expect, it } from '@jest/globals';
import { OFFLINE_TEXT } from '#web/sync/transport/http.ts';
import { alert, button, field } from './harness/find.ts';
import { gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});
const { lay } = stage;

it(
  'a page whose forms need the network says so while it is offline, and keeps what was typed until it can be sent',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const [own, theirs] = [await lay(), await lay()];
    const [a, visitor] = await Promise.all([
      open(ann, { network: own, path: '/settings/account/phone' }),
      open(null, { network: theirs, path: '/login?method=password' }),
    ]);
    const phone = await seen(field(a, 'Phone #'));
    await phone.fill('+1 405 555 0142');
    await own.cut(a);
    await seesText(a, 'Offline: this page needs a connection');
    await gone(a.getByText('Offline: your actions will be sent'));
    await button(a, 'Save').click();
    await seen(alert(a, OFFLINE_TEXT));
    expect(await phone.inputValue()).toBe('+1 405 555 0142');
    await own.mend(a);
    await gone(a.getByText('Offline: this page needs a connection'));
    await button(a, 'Retry').click();
    await seen(alert(a, 'Profile Updated'));

    await field(visitor, 'Email').fill(ann.email);
    await field(visitor, 'Password').fill('not-the-password');
    await theirs.cut(visitor);
    await button(visitor, 'Log in').click();
    await seen(alert(visitor, OFFLINE_TEXT));
    expect(await field(visitor, 'Email').inputValue()).toBe(ann.email);
    expect(await field(visitor, 'Password').inputValue()).toBe('not-the-password');
  }),
);

it(
  'the bar promises nothing on the page of search, which needs the network',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const a = await open(ann, { network, path: '/search' });
    await seen(a.getByRole('heading', { level: 1, name: 'Search', exact: true }));
    await network.cut(a);
    await seesText(a, 'Offline: this page needs a connection');
    await gone(a.getByText('Offline: your actions will be sent'));
  }),
);

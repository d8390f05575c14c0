import { it } from '@jest/globals';
import { eventually } from './harness/eventually.ts';
import { button, field } from './harness/find.ts';
import { alerted, seen, seesText } from './harness/look.ts';
import { makeMember } from './harness/member.ts';
import { REFUSED, setStage } from './harness/stage.ts';

const stage = setStage();

it(
  '[SETT-06 in part] a user name that was taken is had by the next press once it is free',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const [dee, kay] = await Promise.all([makeMember(server, 'Dee Desirous'), makeMember(server, 'Kay Keeper')]);
    const page = await open(dee, { path: '/settings/account/screen_name' });
    const name = field(page, 'Username');
    await eventually('the present name', async () => (await name.inputValue()) === 'deedesirous' || undefined);
    await name.fill('kaykeeper');
    await button(page, 'Save').click();
    await seen(page.locator('form').getByText('That username has been taken.', { exact: true }));
    await kay.give('ChangeUsername', { username: 'kay_moved' });
    await button(page, 'Save').click();
    await alerted(page, 'Account Updated!', 'success');
    await seesText(page, '@kaykeeper');
  }),
);

import { it } from '@jest/globals';
import { codeFile } from './harness/codeFile.ts';
import { accountMenu, button, card, field } from './harness/find.ts';
import { gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

it(
  'code of a page that the network loses says so in its place, and comes by itself with the connection',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/could not be (loaded|drawn|fetched)/);
    const postPage = codeFile('web/post/PostPage.tsx');
    await ann.post('A desk for two');
    const page = await open(ann, { path: null });
    await page.route(postPage, (route) => route.abort());
    await page.goto(`${stage.server.origin(ann.campus)}/home`);
    const tried = page.waitForRequest(postPage);
    await card(page, 'A desk for two').getByRole('link', { name: /ago$/ }).click();
    await tried;
    await seesText(page, 'This part could not be loaded. Check your connection and try again.');
    // Everything around it stays.
    await seen(accountMenu(page));
    await page.unroute(postPage);
    await button(page.getByRole('main'), 'Retry').click();
    await seen(card(page, 'A desk for two'));
    await seen(page.getByRole('button', { name: 'Write a comment' }).or(field(page, 'Comment')));
    await gone(page.getByRole('heading', { name: 'Something went wrong', exact: true }));
  }),
);

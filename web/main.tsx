import './kit/base.css';
import './kit/opening.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { keepCode } from './app/keepCode.ts';
import { nameEntry } from './app/nameEntry.ts';
import { namedPageCode } from './app/pageCode.ts';
import { followLateCode } from './kit/lateCode.ts';
import { createPageHistory } from './kit/navigation/pageHistory.ts';
import { followThemeOfOtherTabs } from './kit/theme.ts';
import { followVisibleArea } from './kit/visibleArea.ts';
import { nouns } from './nouns.ts';
import { forgetAtLogOut } from './session/endSession.ts';
import { applyBrand } from './session/site.ts';
import { startPage } from './session/startPage.ts';

// We restore positions card by card: the browser cannot know the content of a list.
history.scrollRestoration = 'manual';
followLateCode();
nameEntry();
applyBrand();
followThemeOfOtherTabs();
followVisibleArea();
startPage();
keepCode();
for (const { forget } of nouns) if (forget !== undefined) forgetAtLogOut(forget);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
const draw = () =>
  createRoot(root).render(
    <StrictMode>
      <App history={createPageHistory(window)} />
    </StrictMode>,
  );
const pageCode = namedPageCode(location.pathname);
if (pageCode === null) draw();
else void pageCode.then(draw);

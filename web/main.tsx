import './ui/base.css';
import './ui/opening.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { nameEntry } from './app/nameEntry.ts';
import { applyBrand } from './app/site.ts';
import { followThemeOfOtherTabs } from './ui/theme.ts';
import { followVisibleArea } from './ui/visibleArea.ts';

// Places are kept by us, card by card: the browser does not know what a list will hold.
history.scrollRestoration = 'manual';
nameEntry();
applyBrand();
followThemeOfOtherTabs();
followVisibleArea();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

import { mount } from 'svelte';
import App from './App.svelte';
import './page.css';
import './i18n/languages.css';
import { hallOf } from './store/hall';
import { Store } from './store/store.svelte';
import { drawLettersAnew } from './i18n/letters';
import { startLanguage } from './i18n/t';

const address = new URL('/ws', location.origin);
address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no element #app to draw in');
drawLettersAnew();
// English is here already; another language is worth waiting for, so that nobody sees the page change its words.
// A hall keeps no games: nothing of it needs the line.
const store = new Store(hallOf() ? null : address.href);
void startLanguage().then(() => mount(App, { target, props: { store } }));

// The page opens while its server is away, and can be installed, where the browser allows both.
if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}

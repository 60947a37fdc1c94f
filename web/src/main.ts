// Entry point of the client: creates the store, loads the language, mounts the App component and registers the service
// worker.

import { mount } from 'svelte';
import { install } from '$connect';
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
// English is bundled; any other language is loaded before the first render, so that texts do not change in view.
// A tournament server hosts no online games, so it needs no websocket.
const store = new Store(hallOf() !== null ? null : address.href);
void startLanguage().then(() => mount(App, { target, props: { store } }));

// The service worker lets the page open without a network, and makes it installable.
install();

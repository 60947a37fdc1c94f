import { mount } from 'svelte';
import App from './App.svelte';
import './page.css';
import { Store } from './state/store.svelte';

const address = new URL('/ws', location.origin);
address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no element #app to draw in');
mount(App, { target, props: { store: new Store(address.href) } });

// Client-side router: the address is the state. Links are plain links; those to the page's own routes do not reload it.

import { found, NOWHERE } from './routes';

export class Router {
  path = $state(location.pathname);
  /** The query string with its `?`; empty if there is none. */
  search = $state(location.search);
  /** The fragment without its `#`, decoded. */
  fragment = $state(fragment());
  /** Number of navigations since the page was loaded; 0 on the first page. */
  moves = $state(0);
  /** The address of the game from which the user came to this page; null at home and in a game. */
  game: string | null = $state(null);
  readonly found = $derived(found(this.path));

  constructor() {
    addEventListener('popstate', () => this.arrive());
    addEventListener('hashchange', () => this.arrive());
    document.addEventListener('click', (event) => this.clicked(event));
  }

  /** Navigate to an address of this page; `replace` replaces the current history entry. */
  go(address: string, { replace = false }: { replace?: boolean } = {}): void {
    const before = location.pathname;
    if (replace) history.replaceState(null, '', address);
    else if (address !== location.pathname + location.search + location.hash) history.pushState(null, '', address);
    this.arrive();
    if (location.pathname !== before) scrollTo?.(0, 0);
  }

  private arrive(): void {
    if (this.path !== location.pathname) {
      this.moves += 1;
      if (isGame(this.path)) this.game = this.path;
      if (location.pathname === '/' || isGame(location.pathname)) this.game = null;
    }
    this.path = location.pathname;
    this.search = location.search;
    this.fragment = fragment();
  }

  private clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (found(link.pathname).place === NOWHERE) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

const isGame = (path: string): boolean => found(path).place.path === '/game/:game';

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

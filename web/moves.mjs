// Play the computer's moves in Pyodide, as the worker of the static site does: `node moves.mjs PACKAGES.ZIP SOURCE WORDS`,
// called by bench/static_site.py. Prints a JSON list of levels, acts and seconds.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';
import { createEngine } from './src/offline/engine.js';

const [archive, source, words] = process.argv.slice(2);
globalThis.carromEngine = await createEngine(readFileSync(new URL('src/offline/kernel.wasm', import.meta.url)));
try {
  const python = await loadPyodide({ indexURL: dirname(fileURLToPath(import.meta.resolve('pyodide'))) });
  python.unpackArchive(readFileSync(archive).buffer, 'zip', { extractDir: '/carrom' });
  python.globals.set('source', source);
  python.globals.set('words', words);
  console.log(python.runPython(`
import json, sys
from js import carromEngine
sys.path.insert(0, "/carrom")
sys.dont_write_bytecode = True
from carrom.offline import small_numpy
from carrom.offline.outside import use_script
small_numpy.install()
use_script(carromEngine)
names = {}
exec(source, names)
json.dumps(list(names["moves"](*json.loads(words))))
`));
} catch (error) {
  console.error(error.message); // and not the source of Pyodide, which Node would print
  process.exit(1);
}

// Pack Python for the static site: `node pack.mjs SOURCES OUT MODULE...`, called by site_build.py.
//
// SOURCES holds the packages for Python's path. OUT receives two archives of compiled modules, made by Pyodide itself,
// so that the page compiles nothing: `packages.zip`, and `stdlib.zip` with only the modules that those named load.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const [sources, out, ...modules] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const indexURL = dirname(fileURLToPath(import.meta.resolve('pyodide')));
const python = await loadPyodide({ indexURL });
for (const [folder, path] of [['/sources', sources], ['/out', out]]) {
  python.FS.mkdirTree(folder);
  python.mountNodeFS(folder, path);
}
try {
  python.globals.set('modules', python.toPy(modules));
  python.runPython(`
import ast, importlib, importlib._bootstrap_external as external, os, sys, zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, "/sources")
WHEN = (1980, 1, 1, 0, 0, 0)
# What Python loads by name: codecs, and the parts of a traceback.
MORE = "encodings encodings.ascii encodings.latin_1 encodings.utf_8 encodings.idna traceback linecache tokenize logging"


# The docstrings of the laws are what rulings say; all others are left out.
LAWS = "carrom/rules/"


def compiled(source, name):
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and not name.startswith(LAWS):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                node.body[0] = ast.copy_location(ast.Pass(), first)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0)
    return bytes(external._code_to_hash_pyc(code, b"\\0" * 8, False))


def packed(path, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in sorted(files):
            if name.endswith(".py"):
                name, content = name + "c", compiled(content, name)
            archive.writestr(zipfile.ZipInfo(name, WHEN), content)


files = []
for folder, _, names in os.walk("/sources"):
    for name in names:
        path = os.path.join(folder, name)
        with open(path, "rb") as file:
            files.append((path.removeprefix("/sources/"), file.read()))
from carrom.offline import small_numpy

small_numpy.install()
for name in modules:
    importlib.import_module(name)
packed("/out/packages.zip", files)
for name in MORE.split():
    importlib.import_module(name)

library = zipfile.ZipFile("/lib/python314.zip")
loaded = {name.replace(".", "/") for name in sys.modules}
wanted = {f"{name}{end}" for name in loaded for end in (".py", "/__init__.py")}
packed("/out/stdlib.zip", [(name, library.read(name)) for name in library.namelist() if name in wanted])
`);
} catch (error) {
  console.error(error.message); // and not the source of Pyodide, which Node would print
  process.exit(1);
}

// Every name that a person typed is shown with the direction of its own letters, so that it is neither cut at its start nor
// mixed up with what stands beside it.

import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true });

/** What names are called in the sources. */
const NAMES = /^(name|names|first|second|player|players|umpire|umpires|team|teams|club|clubs|who|nameOf|nameOfSide|called|by|breaker|nation|contact)$/;

/** Values that are called so and are no names of people: of levels, strokes, rules, languages and columns. */
const OTHERS = new Set([
  'analysis/LookPanel: strokeName(tried.name, tried.corner)',
  'habits/ThisWeek: themeName(name)',
  'hall/EventDetails: titleOf(each.name)',
  'hall/setup/KeyOrder: name(key)',
  'hall/WayOn: name',
  'hall/setup/Prints: name',
  'accounts/profile/Ratings: name',
  'pages/Breaks: nameOfRules(name, rulesets)',
  'pages/Design: name',
  'pages/Drills: themeName(name)',
  "pages/Learn: found.find((book) => book.name === what.rules)?.different ?? ''",
  'pages/Learn: levelName(level.name)',
  'pages/Mistakes: strokeName(tried.line.name, tried.line.corner)',
  'pages/Puzzles: nameOfRules(name, store.state.welcome?.rulesets ?? [])',
  'pages/Screen: first',
  'pages/Screen: second',
  'rules/Contrast: row.name',
  'rules/Rows: name',
  "table/LevelChoice: outside ? t('level.outside', { name }) : levelName(name)",
  'table/SideCard: name.slice(0, 1)',
  'training/AccuracyChart: dayOf(first.at)',
  'ui/Keys: name',
  'ui/Masthead: back.name',
]);

type Node = { readonly type: string; readonly name?: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;
type Element = Node & { readonly attributes: readonly { readonly name?: string; readonly value?: readonly { readonly data?: string }[] }[] };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const parts = (node: Node, without: readonly string[] = []): readonly unknown[] =>
  Object.entries(node).flatMap(([key, value]) => (without.includes(key) ? [] : Array.isArray(value) ? value : [value]));

/** Whether an expression gives a name; a sentence of `t` isolates the names in it. */
function hasName(node: unknown): boolean {
  if (!isNode(node)) return false;
  const { callee, property, computed } = node as Node & { callee?: Node; property?: Node; computed?: boolean };
  if (node.type === 'CallExpression' && callee?.name === 't') return false;
  if (node.type === 'MemberExpression' && !computed && NAMES.test(property?.name ?? '')) return true;
  if (node.type === 'Identifier' && NAMES.test(node.name ?? '')) return true;
  return parts(node, node.type === 'ConditionalExpression' ? ['test'] : []).some(hasName);
}

const isTurned = (element: Element | undefined): boolean => element?.name === 'bdi' || Boolean(element?.attributes.some(({ name }) => name === 'dir'));

/** Return what a template shows without a direction: names, and text fields. */
function undirected(file: string, source: string): readonly string[] {
  const found: string[] = [];
  const walk = (node: unknown, around: readonly Element[]): void => {
    if (!isNode(node)) return;
    if (node.type === 'ExpressionTag') {
      const expression = node['expression'] as Node;
      const label = `${file}: ${source.slice(expression.start, expression.end)}`;
      if (hasName(expression) && !around.slice(-2).some(isTurned) && !OTHERS.has(label)) found.push(label);
      return;
    }
    const isElement = node.type === 'RegularElement';
    if (isElement && (node.name === 'input' || node.name === 'textarea')) {
      const type = (node as Element).attributes.find(({ name }) => name === 'type')?.value?.[0]?.data ?? 'text';
      if (type === 'text' && !isTurned(node as Element)) found.push(`${file}: ${source.slice(node.start, node.end)}`);
    }
    for (const part of parts(node, ['attributes', 'expression'])) walk(part, isElement ? [...around, node as Element] : around);
  };
  walk(parse(source, { modern: true }).fragment, []);
  return found;
}

it('no template shows a name, or has a text field, without the direction of its own letters', () => {
  // A number field holds a number.
  const files = Object.entries(SOURCES).filter(([path]) => !path.endsWith('ui/NumberField.svelte'));
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(([path, source]) => undirected(path.replace('../src/', '').replace('.svelte', ''), source))).toEqual([]);
});

it('finds a name without a direction, and not those with one', () => {
  expect(undirected('a', '<p>{side.name}</p>')).toEqual(['a: side.name']);
  expect(undirected('a', '<b>{over ? name : t("x", { name })}</b><input type="text" />')).toEqual(['a: over ? name : t("x", { name })', 'a: <input type="text" />']);
  expect(undirected('a', '<p dir="auto">{side.name}</p><p>{1}: <bdi>{name}</bdi> {t("x", { name })}</p><input type="text" dir="auto" /><input type="radio" />')).toEqual([]);
});

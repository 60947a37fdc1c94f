// Translation function: `t(key, params)` returns a text in the current language with `{name}` filled in. A text with a
// count has one key per plural form (`key.one`, `key.other`), selected by the language's plural rules.

export { LANGUAGES, alsoSays, englishOf, firstLanguage, has, isolated, language, setLanguage, startLanguage, t, translator, unchecked, type Catalogue, type Language, type Params } from './language.svelte';

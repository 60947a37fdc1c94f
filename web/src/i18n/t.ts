// The page's sentences: `t(key, params)` in the language of the moment. `{name}` is filled in; a sentence that counts has
// one key a plural form (`key.one`, `key.other`), chosen by the language's own rules.

export { LANGUAGES, alsoSays, englishOf, firstLanguage, has, isolated, language, setLanguage, startLanguage, t, translator, unchecked, type Catalogue, type Language, type Params } from './language.svelte';

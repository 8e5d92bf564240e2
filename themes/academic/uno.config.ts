/** What Slidev's rules for notes, those of `prose`, say of each element: it is not inside of one of the class `not-prose`. */
const EXCEPTION = ':not(:where([class~="not-prose"],[class~="not-prose"] *))'

/**
 * The rules for notes without that exception, which nothing wears here. With it, a change of any element's class, as of
 * the slide in view, has the browser style all that is inside of that element anew.
 */
export default {
  postprocess({ entries }: { entries: [string, unknown][] }) {
    for (const entry of entries) if (typeof entry[1] === 'string') entry[1] = entry[1].replaceAll(EXCEPTION, '')
  },
}

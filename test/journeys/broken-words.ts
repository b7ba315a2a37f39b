import type { Page } from '@playwright/test'

/** Doubles the text size, as a user with poor sight does, or takes that back. */
export const doubleText = (page: Page, on = true) =>
  page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
    },
    on ? '200%' : '',
  )

/**
 * Words within `root` that wrap without a hyphen or slash. Addresses, numbers and offers side by side are ignored. Debian's chromium cannot
 * hyphenate as phones do: words longer than `whole`, punctuation included, may break.
 */
export const brokenWords = (page: Page, root: string, whole = 11): Promise<string[]> =>
  page.locator(root).evaluateAll((roots, longest) => {
    const lineOf = (text: Text, at: number) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const [rect] = range.getClientRects()
      return rect && rect.width > 0 ? Math.round(rect.top) : null
    }
    const isBroken = (text: Text, from: number, word: string) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, from + word.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size < 2) return null
      let last = lineOf(text, from)
      for (let at = 1; at < word.length; at += 1) {
        const line = lineOf(text, from + at)
        if (line === null) continue
        if (last !== null && line > last + 4 && !/[-\u00ad/–]/.test(word[at - 1]!))
          return `${word.slice(0, at)}|${word.slice(at)}`
        last = line
      }
      return null
    }
    const broken: string[] = []
    for (const one of roots) {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        const holder = text.parentElement!
        if (!holder.checkVisibility() || holder.getBoundingClientRect().width <= 1) continue
        if (holder.closest('.sr-only, textarea, select, .comparison')) continue
        for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
          if (/[@\d_*]|\p{L}[.:]\p{L}|:\/\//u.test(word)) continue
          const found = isBroken(text, index, word)
          const letters = Math.max(...word.split(/[-/–]/).map((part) => part.length))
          const isHyphenated =
            getComputedStyle(holder).hyphens === 'auto' &&
            /^(de|en)$/.test(holder.closest<HTMLElement>('[lang]')?.lang ?? '')
          if (letters > longest && isHyphenated) continue
          if (found !== null) broken.push(`${found} in ${holder.tagName} ${holder.className}`)
        }
      }
    }
    return broken
  }, whole)

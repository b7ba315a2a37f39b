/** What of the page can be seen. */
export const seenInMain = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(`main ${name}`)].filter(
    (element) => element.getClientRects().length > 0,
  )

/** The link to an address (path and query), whatever place of the page it leads to. */
export const findOpener = (address: string): HTMLElement | undefined =>
  seenInMain('a').find((link) => link.getAttribute('href')?.split('#')[0] === address)

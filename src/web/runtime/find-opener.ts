export const isSeen = (element: Element) => element.getClientRects().length > 0

/** What of the page can be seen. */
export const seenInMain = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(`main ${name}`)].filter(isSeen)

/** The link to an address (path and query), whatever place of the page it leads to. */
export const findOpener = (address: string): HTMLElement | undefined =>
  seenInMain('a').find((link) => link.getAttribute('href')?.split('#')[0] === address)

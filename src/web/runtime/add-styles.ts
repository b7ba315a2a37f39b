let added: Promise<unknown> | undefined

/** What other pages need beside the styles that came in the page. After all of those, so that the cascade is as on their own. */
export function addStyles(paths: string[]): Promise<unknown> {
  added ??= Promise.all(paths.map(addStyle)).catch((fault: unknown) => {
    added = undefined
    throw fault
  })
  return added
}

const addStyle = (href: string) =>
  new Promise((done, fail) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href,
      onload: done,
      onerror: () => {
        link.remove()
        fail(new Error(`no ${href}`))
      },
    })
    document.head.append(link)
  })

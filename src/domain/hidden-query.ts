const dots = '••••'

/**
 * An address as people may see it: each value of its query becomes dots and the mark, as it may be a key. What is hidden already and
 * what takes a number (`{number}`) stays.
 */
export function hideQuery(address: string, mark: string): string {
  const [, before, query, after] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(address) ?? []
  if (before === undefined || query === undefined) return address
  const shown = query.split('&').map((part) => {
    const end = part.indexOf('=')
    const [name, value] = [part.slice(0, end + 1), part.slice(end + 1)]
    const isKept = value === '' || value.includes('{number}') || isHidden(value)
    return isKept ? part : `${name}${dots}${mark}`
  })
  return `${before}${shown.join('&')}${after ?? ''}`
}

export const isHidden = (address: string): boolean => address.includes(dots)

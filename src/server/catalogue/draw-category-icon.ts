import type { CategorySlug } from '../../domain/category.ts'
import type { Theme } from '../../domain/tenant.ts'

// One set: 2-wide lines on a 24 grid, round ends.
const lines: Record<CategorySlug, string> = {
  internet:
    '<path d="M3 9.5a13 13 0 0 1 18 0M6 13a8.5 8.5 0 0 1 12 0M9 16.5a4 4 0 0 1 6 0"/><path d="M12 20h.01"/>',
  hybrid:
    '<rect x="3" y="14" width="18" height="6" rx="2"/><path d="M7 17h.01M16 14V5m0 0-3 3m3-3 3 3M5.5 10a4 4 0 0 1 5 0"/>',
  young: '<path d="M12 3l2.5 5.4 5.8.7-4.3 4 1.1 5.9-5.1-2.9L6.9 19 8 13.1l-4.3-4 5.8-.7z"/>',
  glasfaser:
    '<path d="M12 21c0-7-7-6-7-13M12 21c0-7 7-6 7-13M12 21V8"/><circle cx="5" cy="5.5" r="1.5"/><circle cx="12" cy="5.5" r="1.5"/><circle cx="19" cy="5.5" r="1.5"/>',
  tv: '<rect x="3" y="5" width="18" height="12" rx="2"/><path d="M8 21h8M10.5 8.5v5l4-2.5z"/>',
  'sport-tv':
    '<circle cx="12" cy="12" r="9"/><path d="M12 7.5l4 3-1.5 4.5h-5L8 10.5zM12 3v4.5M20.5 10l-4.5.5M17.5 19l-3-4M6.5 19l3-4M3.5 10l4.5.5"/>',
  mobilfunk:
    '<path d="M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z"/><rect x="8.5" y="11" width="7" height="6" rx="1"/><path d="M12 11v6"/>',
  handys: '<rect x="6.5" y="2.5" width="11" height="19" rx="2.5"/><path d="M10.5 18.5h3"/>',
  geschaeftskunden:
    '<rect x="3" y="8" width="18" height="12" rx="2"/><path d="M9 8V6a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v2M3 13h18M12 12v2"/>',
}

/** A category icon in the tenant's colour, 48 x 48. */
export const drawCategoryIcon = ({ colours }: Pick<Theme, 'colours'>, slug: CategorySlug): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="48" height="48" fill="none" stroke="${colours.primary}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${lines[slug]}</svg>\n`

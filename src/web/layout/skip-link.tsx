import { useTexts } from '../runtime/texts.ts'

/** The `id` of what comes after a work area's menu. */
export const contentId = 'content'

const className =
  'fixed top-2 left-2 z-50 -translate-y-[calc(100%+1rem)] rounded-field bg-primary px-5 py-3 font-bold text-on-primary focus:translate-y-0'

/** The page's first stop: past the menu of a work area, else to the main part. The page decides by what it has (ui/style.css): there is one. */
export function SkipLink() {
  const t = useTexts('common')
  return (
    <>
      <a href="#main" className={`skip-to-main ${className}`}>
        {t('skip')}
      </a>
      <a href={`#${contentId}`} className={`skip-to-content ${className}`}>
        {t('skip')}
      </a>
    </>
  )
}

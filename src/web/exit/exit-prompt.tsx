import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useConsent } from '../consent/consent-context.tsx'
import type { ExitPromptProps } from './asked-on.ts'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { TextLink } from '../ui/text-link.tsx'

/**
 * A non-modal bar with a question and something useful: page and focus stay as they are. On a phone with the cookie banner open it is at
 * its shortest, and the banner makes room (ui/style.css).
 */
export function ExitPrompt({ page, onClose }: ExitPromptProps) {
  const t = useTexts('exit')
  const bottom = useHeightOfCookieBanner()
  const bar = useOwnHeight()
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [onClose])
  const [long, short] = bottom > 0 ? ['max-md:hidden', 'md:hidden'] : ['', 'hidden']
  return (
    <section
      ref={bar}
      aria-labelledby="exit-title"
      style={{ bottom }}
      className={`exit-bar fixed inset-x-0 z-30 border-t border-primary bg-surface text-text md:border-t-2 print:hidden ${bottom > 0 ? 'shadow-[inset_0_-2px_0_var(--c-primary)]' : 'shadow-xl'}`}
    >
      <div
        className={`container-page flex items-start gap-2 ${bottom > 0 ? 'py-[2px]' : 'py-[8px]'} md:items-center md:py-1`}
      >
        <div
          className={`flex min-w-0 grow gap-x-8 lg:flex-row lg:items-center ${bottom > 0 ? 'flex-wrap items-center md:flex-col md:items-stretch' : 'flex-col gap-y-1'}`}
        >
          <div aria-live="polite" className="min-w-0 grow">
            <h2 id="exit-title" className="font-bold md:inline">
              <span className={long}>{t('title')}</span>
              <span className={short}>{t('short')}</span>
            </h2>
            <p className="hidden text-base md:ml-2 md:inline">{t(`${page}.text`)}</p>
          </div>
          {/* As high as a finger at any text size. */}
          <div className="flex shrink-0 flex-wrap items-center gap-x-6 max-md:[&_:is(a,button)]:min-h-[44px]! max-md:[&_button]:py-0!">
            {page === 'Homepage' ? (
              <>
                <a href="#products" onClick={onClose} className={linkClass()}>
                  {t('Homepage.go')}
                </a>
                <TextLink page="Code" onClick={onClose} className={long}>
                  {t('Homepage.code')}
                </TextLink>
              </>
            ) : (
              <>
                <div className={long}>
                  <CopyButton text={location.href} label={t('copy')} doneLabel={t('copied')} />
                </div>
                <div className={short}>
                  <CopyButton
                    kind="link"
                    text={location.href}
                    label={t('copyShort')}
                    doneLabel={t('copied')}
                  />
                </div>
              </>
            )}
          </div>
        </div>
        <button
          type="button"
          onClick={onClose}
          className="-mr-2 grid size-[44px] shrink-0 place-items-center rounded-field hover:bg-tint"
        >
          <X aria-hidden="true" />
          <span className="sr-only">{t('close')}</span>
        </button>
      </div>
    </section>
  )
}

/** Tells the cookie banner below how high the bar is. */
function useOwnHeight() {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--exit-bar', `${bar.current?.offsetHeight ?? 0}px`),
    )
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--exit-bar')
    }
  }, [])
  return bar
}

/** The bar is above the cookie banner, whatever its height. */
function useHeightOfCookieBanner(): number {
  const [consent] = useConsent()
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const banner = document.querySelector<HTMLElement>('.cookie-banner')
    const measure = () => setHeight(banner?.offsetHeight ?? 0)
    measure()
    if (!banner) return
    const observer = new ResizeObserver(measure)
    observer.observe(banner)
    return () => observer.disconnect()
  }, [consent])
  return height
}

import type { Theme } from '../../domain/tenant.ts'

/** A tenant's logo: where the page is dark its own for that, or the one for light pages on a white plate (theme-css.ts). */
export function Logo({
  theme,
  alt,
  className,
}: {
  theme: Pick<Theme, 'logo' | 'logoDark'>
  alt: string
  className: string
}) {
  return (
    <picture className="contents">
      {theme.logoDark ? (
        <source media="screen and (prefers-color-scheme: dark)" srcSet={theme.logoDark} />
      ) : null}
      <img src={theme.logo} alt={alt} className={className} />
    </picture>
  )
}

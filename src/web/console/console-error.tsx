import { isRouteErrorResponse, useRouteError } from 'react-router'
import type { ApiFailure } from '../runtime/api-error.ts'
import { useTexts } from '../runtime/texts.ts'
import { ErrorPage } from '../layout/error-page.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ConsoleFrame } from './console-frame.tsx'

/** What a page of the console cannot handle. A missing right is nobody's mistake and does not go over: the menu leads on. */
export function ConsoleError() {
  const error = useRouteError()
  const t = useTexts('console')
  if (!isRouteErrorResponse(error) || error.status !== 403) return <ErrorPage />
  const { message } = error.data as ApiFailure
  return (
    <ConsoleFrame title={t('forbidden.title')}>
      <p className="max-w-[44em]">{message}</p>
      <p>
        <TextLink page="ConsoleStart">{t('forbidden.start')}</TextLink>
      </p>
    </ConsoleFrame>
  )
}

import { ArrowRight } from 'lucide-react'
import type { Locale } from '../../domain/tenant.ts'
import de from '../texts/de/console.json?raw'
import en from '../texts/en/console.json?raw'
import { PostButton } from './demo-parts.tsx'
import { demoTexts } from './demo-texts.ts'
import type { Overview } from './overview.ts'

// Raw, as the console's pages load the same file on demand.
const words: Record<Locale, Record<string, string>> = { de: JSON.parse(de), en: JSON.parse(en) }

/** The operators' console, opened as each role. */
export function ConsoleRoles({ page: { locale, consoleOrigin, operators } }: { page: Overview }) {
  const texts = demoTexts[locale].overview
  const say = (key: string) => words[locale][key] ?? key
  return (
    <section className="console" aria-labelledby="console">
      <div className="wide">
        <h2 id="console">{texts.console}</h2>
        <p className="lead">{texts.consoleLead}</p>
        <ul className="role-list">
          {operators.map(({ role, name }) => (
            <li key={role} className="role">
              <h3>{say(`role.${role}`)}</h3>
              <p className="quiet">{say(`roleText.${role}`)}</p>
              <PostButton
                action={`${consoleOrigin}/demo/konsole`}
                locale={locale}
                fields={{ Rolle: role }}
                className="button outline small"
                label={texts.consoleAs(name, say(`role.${role}`))}
              >
                <span>{name}</span>
                <ArrowRight aria-hidden="true" size="1em" />
              </PostButton>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

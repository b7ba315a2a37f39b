import type { OptionalCategory } from '../../domain/cookie-consent.ts'
import type { Localised } from '../../domain/tenant.ts'

// Texts of cookie consent, as the settings page shows them (cookie-texts.test.ts compares); stored as proof. A change of texts or
// storage needs a new version, which asks everybody again.

export const cookieTextVersion = '2026-11b'

export const cookieTexts: Record<OptionalCategory, Localised> = {
  functional: {
    de: 'Komfort: Merkt sich die gewählte Sprache über diesen Besuch hinaus: Der Cookie „zs_language“ bleibt dann ein Jahr, sonst nur, bis der Browser geschlossen wird.',
    en: 'Convenience: Remembers the chosen language beyond this visit: the cookie “zs_language” then stays for a year, otherwise only until the browser is closed.',
  },
  analytical: {
    de: 'Statistik: Meldet einem Statistikdienst (Matomo), welche Schritte des Programms erreicht werden, zum Beispiel „Link erstellt“, damit wir die Seiten verbessern können: den Schritt mit Zeitpunkt, Kanal und Kampagne, die Sprache, die Kennung des Browsers und ein Pseudonym, das die Schritte verbindet, solange diese Auswahl gilt. Namen, Nummern und die IP-Adresse gehören nicht dazu, und ein weiterer Cookie wird nicht gesetzt.',
    en: 'Statistics: Tells a statistics service (Matomo) which steps of the programme are reached, such as “link created”, so that we can improve the pages: the step with its time, channel and campaign, the language, the browser’s name for itself and a pseudonym that connects the steps for as long as this choice holds. Names, numbers and the IP address are not part of it, and no further cookie is set.',
  },
  marketing: {
    de: 'Marketing: Merkt sich, über welchen Kanal oder welche Kampagne jemand hierher gefunden hat, und ordnet eine spätere Empfehlung diesem Weg zu. Gespeichert wird der Cookie „zs_channel“ mit der Kennung von Kanal und Kampagne: 730 Tage lang oder, wenn die Auswahl nicht gemerkt wird, bis der Browser geschlossen wird.',
    en: 'Marketing: Remembers through which channel or campaign somebody came here, and credits a later recommendation to that way. The cookie “zs_channel” is stored with the code of the channel and the campaign: for 730 days or, if the choice is not remembered, until the browser is closed.',
  },
}

type Machine = { isRoot: boolean; hasApt: boolean }
type Install = { steps: string[][]; advice: string }

const installOf = (packages: string[]) => ['install', '-y', '--no-install-recommends', ...packages]

/** What to do when the journeys' browser is missing: install Debian's as root, else tell the user how. A full browser will do. */
export function chooseBrowserInstall(
  machine: Machine,
  found: { installed: boolean; shell: boolean },
): Install {
  // Only root may install system-wide; Debian's comes with all libraries it needs.
  const install = installOf(['chromium-headless-shell'])
  const mayInstall = machine.isRoot && machine.hasApt
  if (found.installed && (found.shell || !mayInstall)) return { steps: [], advice: '' }
  if (mayInstall) return { steps: stepsOf(install), advice: '' }
  const command = machine.hasApt
    ? `sudo apt-get ${install.join(' ')}`
    : 'npx playwright install chromium'
  return {
    steps: [],
    advice: `There is no browser, so the journeys are left out; install one ("${command}") and run this again.`,
  }
}

/** The same for the other engines and the proxy of the long tests, which only Debian packages. */
export function chooseEngineInstall(machine: Machine, packages: string[]): Install {
  if (packages.length === 0) return { steps: [], advice: '' }
  const install = installOf(packages)
  if (machine.isRoot && machine.hasApt) return { steps: stepsOf(install), advice: '' }
  const command = machine.hasApt ? ` ("sudo apt-get ${install.join(' ')}")` : ''
  return {
    steps: [],
    advice: `Some tests are skipped, because Debian’s ${packages.join(', ')} is not installed${command}.`,
  }
}

const stepsOf = (install: string[]) => [
  ['apt-get', 'update'],
  ['apt-get', ...install],
]

import { createApp } from 'vue'
import '../styles/index.css'
import './record.css'
import Record from './Record.vue'
import type { Session } from './session'

/** The page has its session in itself: it asks for nothing. */
const session: Session = JSON.parse(document.querySelector('#session')?.textContent ?? 'null')
const dark = matchMedia('(prefers-color-scheme: dark)')
const printed = matchMedia('print')

function follow() {
  document.documentElement.classList.toggle('dark', dark.matches && !printed.matches)
}

for (const query of [dark, printed]) query.addEventListener('change', follow)
follow()
document.title = `${session.title}: record`
createApp(Record, { session }).mount('#record')

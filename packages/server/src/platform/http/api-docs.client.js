// Loaded before the page is painted, for the theme chosen in the product; the rest waits for the page: search, and opening
// the call that an address names. Without this the page can still be read.
try {
  const chosen = localStorage.getItem('knowreel.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // A browser may forbid storage; the system's theme stays.
}

document.addEventListener('DOMContentLoaded', () => {
  const calls = [...document.querySelectorAll('details.call')]
  const links = new Map([...document.querySelectorAll('[data-call]')].map((link) => [link.dataset.call, link]))
  const groups = [...document.querySelectorAll('.group')]
  const about = document.getElementById('about')
  const search = document.getElementById('search')
  const found = document.getElementById('found')
  const empty = document.getElementById('empty')

  function filter() {
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean)
    // Fields only when nothing else matches: many calls have the same few.
    const named = calls.filter((call) => words.every((word) => call.dataset.text.includes(word)))
    const matches = new Set(
      named.length > 0 ? named : calls.filter((call) => words.every((word) => hasField(call, word))),
    )
    const count = matches.size
    about.hidden = words.length > 0
    for (const call of calls) {
      const isShown = matches.has(call)
      call.hidden = !isShown
      links.get(call.id).hidden = !isShown
    }
    for (const group of groups) group.hidden = !group.querySelector('details.call:not([hidden])')
    for (const list of document.querySelectorAll('.side ul')) {
      const isShown = list.querySelector('li:not([hidden])') !== null
      list.hidden = !isShown
      list.previousElementSibling.hidden = !isShown
    }
    empty.hidden = count > 0
    found.textContent = words.length === 0 ? '' : count + (count === 1 ? ' call' : ' calls')
  }

  const fields = new Map()
  function hasField(call, word) {
    if (!fields.has(call)) {
      fields.set(
        call,
        [...call.querySelectorAll('th code')].map((code) => code.textContent.toLowerCase()),
      )
    }
    return fields.get(call).some((field) => field.includes(word))
  }

  function openLinked() {
    const call = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!(call instanceof HTMLDetailsElement)) return
    if (call.hidden) {
      search.value = ''
      filter()
    }
    call.open = true
    call.scrollIntoView()
  }

  search.addEventListener('input', filter)
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      search.value = ''
      filter()
    }
    if (event.key === 'Enter') {
      const first = calls.find((call) => !call.hidden)
      if (first) location.hash = first.id
    }
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    search.focus()
  })
  // A second click on the same link opens a call that was closed in the meantime.
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]')
    if (link && link.hash === location.hash) openLinked()
  })
  addEventListener('hashchange', openLinked)
  filter()
  openLinked()
})

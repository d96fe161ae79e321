"""The text of a new settings file: every table with its defaults, explained in comments for whoever edits by hand."""

from vacancy.store.settings_schema import VERSION

FIRST_TEXT = f"""\
# Settings of Vacancy. Edit this file as you like: your comments and your order are kept.
# Durations are text: "30s", "10m", "2h", "1h30m". A line that begins with # shows a default.
version = {VERSION}

[status_page]
# url = "https://status.openai.com"   # "" switches it off
# interval = "5m"

[probing]
# interval = "4m"                     # time between two questions to the model in use while all is well
# reserve_interval = "1h"             # the same for the models below it
# timeout = "30s"                     # whole question, wall clock
# slow_after = "8s"                   # a slower answer is called slow
# daily_requests = 1000               # all models together; then probing pauses until midnight
# daily_tokens = 250000               # the same for tokens, sent and answered

[notifications]
# recovered = true                    # a model that was full or failing is back
# switched = true                     # another model is recommended than the one you prefer
# nothing_works = true                # every listed model is down
# needs_user = true                   # a key is refused or money ran out on a connection that worked
# incidents = false                   # the status page names one of your models
# quiet_hours = ""                    # such as "22:00-07:00": told afterwards, if it is still true

[presence]                            # "less": a quarter as often, and no reserve. "pause": nothing. "normal": as ever
# locked = "less"                     # the screen is locked
# idle = "less"                       # nobody touched the machine for a while
# on_battery = "normal"
# metered = "less"                    # the network is paid for by its use

[appearance]
# icon_style = "quiet"                # or "color", "mono" or "classic" (a traffic light)
# language = "system"                 # or "en" or "zh_CN"

[switching]
# target = "codex"                    # what "vacancy use" switches, or the name of one of the targets below
# automatic = false                   # true: switch without asking, away from a lost model and back to it

# A connection is a route to models. Its key is kept in the keyring ("keyring"), in an environment variable
# ("env:OPENAI_API_KEY") or is not needed ("none"); it never stands in this file.
# [connections.openai]
# kind = "openai"                     # or "openai-chat" (Chat Completions and compatibles) or "codex"
# base_url = "https://api.openai.com/v1"
# key = "keyring"
# proxy = "http://proxy.example:3128" # without it the system's choice; "none"; with a password "env:NAME"
# ca_file = "/etc/ssl/company.pem"    # certificates to trust beside the system's

# Codex on this machine is read, not asked. Asking a model through Codex costs thousands of tokens each time.
# [connections.codex]
# kind = "codex"
# home = "~/.codex"                   # without it CODEX_HOME, or Codex's own default
# program = "/usr/local/bin/codex"    # without it the one on PATH
# ask = "never"                       # or "on_demand" (by hand alone) or "awaited" (also while you wait for a model)

# Tools that can be switched to another model. Codex needs no entry unless it is at another place.
# [targets.project]
# kind = "env"                        # or "codex", "aider", "opencode", "continue", "llm", "file" (TOML, JSON or YAML)
# path = "~/project/.env"
# key = "OPENAI_MODEL"                # for "file" the path of the key, such as "agent.model"
# prefix = ""                         # written before the model's id, such as "openai/"

# What a model costs, for a million tokens; without it the cost is not known, and none is guessed.
# [prices."gpt-6.2-sol"]
# input_per_million = 1.25
# output_per_million = 10.0
# currency = "USD"

# The models to watch, in your order of preference, best first.
# [[models]]
# connection = "openai"
# id = "gpt-6.2-sol"
# optional: label, effort, service_tier, paused = false, muted = false, interval = "20m"
"""

# Makes the start-up caches: the JVM watches a rehearsal of typical commands and keeps what it loaded and linked.
# Sourced by ./waybill. Without a cache everything works, only slower; so nobody waits for one, and one that is
# half made is never in its place.
# shellcheck shell=bash disable=SC2154 # home, java, jar, caches and options are the launcher's.

# A lock is a link to the number of its owner's process: made with its content in one step.
owner_of() {
  owner=$(readlink "$1") && kill -0 "$owner" 2>/dev/null
}

# Takes a lock, also one whose owner is gone.
claim() {
  ln -s "$$" "$1" 2>/dev/null && return
  owner_of "$1" && return 1
  # Renaming is atomic: of two that find the lock stale, one removes it.
  mv "$1" "$1.stale.$$" 2>/dev/null && rm -f "$1.stale.$$"
  ln -s "$$" "$1" 2>/dev/null
}

# Trains in a process of its own, which outlives this one and gives way to others.
train_behind() {
  if ! caching || owner_of "$caches/training"; then return 0; fi
  # Job control gives it a process group: an interrupt at the terminal is not meant for it, and all of it can be ended.
  (
    set -m
    nice "$home/waybill" --train >/dev/null 2>&1 </dev/null &
  )
}

# A rebuild makes worthless what is being trained.
stop_training() {
  owner_of "$caches/training" || return 0
  kill -- "-$owner" 2>/dev/null || kill "$owner" 2>/dev/null
  rm -f "$caches/training"
}

# Trains all roles, unless another process just did. Who trains looks for a builder after taking its lock, and who
# builds for a trainer, so that one of them gives way.
train_all() {
  local waited='' begin=$SECONDS
  caching || return 0
  until claim "$caches/training"; do
    waited=yes
    sleep 0.25
  done
  trap 'rm -f "$caches/training"' EXIT
  if [[ -n $waited && ! -e $caches/untrained ]] || owner_of "$caches/building"; then return 0; fi
  rm -rf "$caches"/*.aot.* "$caches"/stage.*
  rehearse >"$caches/training.log" 2>&1 </dev/null
  rm -f "$caches/untrained"
  say "start-up caches made in $((SECONDS - begin)) s"
}

rehearse() {
  "$java" -cp "$jar" dev.waybill.app.ClassFileUpgrade "${jar%/*}"/lib/*.jar
  {
    train quick
    train mcp
  } &
  train bulk
  wait
}

train() {
  local stage=$caches/stage.$1.$$ cache=$caches/$1.aot
  mkdir "$stage" || return
  options_of "$1"
  "$java" "${options[@]}" -XX:AOTCacheOutput="$cache.$$" -cp "$jar" dev.waybill.app.Rehearsal "$1" "$stage" &&
    mv "$cache.$$" "$cache"
  rm -rf "$stage"
}

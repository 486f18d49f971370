# Builds a checkout with Maven and remembers what a start needs. Sourced by ./waybill.
# shellcheck shell=bash disable=SC2154 # home, java, jar, caches, jdk and mvn come from the other parts.

part jdk
part caches

# Only one process builds; the others wait for it. 'once' is content with what another has built meanwhile.
build() {
  local begin=$SECONDS
  ready
  [[ -n $java && ! -x $java ]] && say "$java is gone; looking for another JDK and building again"
  [[ -n $jar && ! -f $jar ]] && say "$jar is gone; building again"
  home=$(cd -P "$home" && pwd) caches=$home/.waybill log=$home/.waybill/build.log
  lock
  if [[ $1 == again ]] || ! ready; then
    need_jdk
    need_maven
    stop_training
    compile
    remember
    say "built in $((SECONDS - begin)) s"
  fi
  unlock
}

lock() {
  local waited=''
  mkdir -p "$caches" || die "$caches cannot be written" "Check the permissions of the checkout."
  until claim "$caches/building"; do
    [[ -n $waited ]] || say "another start is building; waiting for it"
    waited=yes
    sleep 0.25
  done
  trap 'unlock' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

unlock() {
  trap - EXIT INT TERM HUP
  [[ -n ${maven-} ]] && kill "$maven" 2>/dev/null
  rm -f "$caches/building"
}

# Checks nothing that 'mvn verify' checks. A short build ends before an optimizing compiler has paid for itself.
compile() {
  local commit
  commit=$(git -C "$home" describe --always --dirty --exclude '*' 2>/dev/null) || commit=unknown
  if [[ -f $home/app/target/waybill/waybill.jar ]]; then
    say "building what changed (the log is $log)"
  else
    say "building, about 15 s on two cores, and longer while Maven fetches libraries (the log is $log)"
  fi
  JAVA_HOME=$jdk MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseParallelGC ${MAVEN_OPTS-}" \
    "$mvn" -B -T 1C -f "$home/pom.xml" -pl app -am -Dquick -Dmaven.test.skip=true -P '!format' \
    -Dwaybill.commit="$commit" package >"$log" 2>&1 </dev/null &
  maven=$!
  watch || {
    maven=''
    explain
  }
  maven=''
}

# Waits for Maven, and on a terminal shows where it is.
watch() {
  local begin=$SECONDS turn=0 marks='|/-\'
  if [[ -t 2 ]]; then
    while kill -0 "$maven" 2>/dev/null; do
      printf '\r\033[K%s %s, %d s' "${marks:turn++%4:1}" "$(doing)" $((SECONDS - begin)) >&2
      sleep 0.2
    done
    printf '\r\033[K' >&2
  fi
  wait "$maven"
}

doing() {
  local room fetched
  room=$(sed -n 's/^\[INFO\] Building Waybill \([a-z]*\) .*\(\[[0-9/]*\]\)$/compiling \1 \2/p' "$log" | tail -n 1)
  fetched=$(tail -n 1 "$log" | sed -n 's/.*Download.*\/\([^/ ]*\).*/, fetching \1/p')
  printf '%s%s' "${room:-starting Maven}" "$fetched"
}

# Says why Maven failed, and ends.
explain() {
  local hint="Correct what the lines above say"
  grep '^\[ERROR\] ' "$log" |
    grep -v -e '\[Help 1\]' -e '-X switch' -e '-e switch' -e 'For more information' -e 'After correcting' \
      -e '<args>' -e '^\[ERROR\] *$' | awk '!seen[$0]++' | head -n 15 >&2
  if grep -q -e 'Could not transfer' -e 'offline mode' -e 'Could not resolve' "$log"; then
    hint="The first build needs the network to fetch libraries; check it"
  fi
  recent_maven
  die "the build failed" "$hint, then start again." "The whole log is $log."
}

# The caches belong to the jar that is gone. The file that every start reads comes last and whole.
remember() {
  rm -f "$caches"/*.aot
  : >"$caches/untrained"
  java=$jdk/bin/java jar=$home/app/target/waybill/waybill.jar
  [[ -f $jar ]] || die "the build left no $jar" "The whole log is $log."
  {
    echo "# Written by ./waybill; './waybill --rebuild' writes it anew."
    printf '%s=%q\n' built_in "$home" java "$java" jar "$jar"
  } >"$caches/launch.new"
  mv "$caches/launch.new" "$caches/launch"
}

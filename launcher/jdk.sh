# Finds what builds Waybill: a JDK anywhere on the machine, and Maven. Sourced by ./waybill.
# shellcheck shell=bash

JAVA_NEEDED=25

# Sets $feature to the feature version of the JDK in $1, from its release file where there is one.
feature_of() {
  local line version=''
  feature=0
  [[ -x $1/bin/java && -x $1/bin/javac ]] || return 1
  if [[ -r $1/release ]]; then
    while IFS= read -r line; do
      case $line in JAVA_VERSION=*) version=${line#*=} ;; esac
    done <"$1/release"
  else
    version=$("$1/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.version = //p')
  fi
  version=${version//\"/}
  version=${version%%[!0-9]*}
  [[ -n $version ]] && feature=$version
}

# The home of the java on the PATH, with every symlink followed.
java_on_path() {
  local program
  program=$(command -v java) || return 1
  while [[ -L $program ]]; do
    local link
    link=$(readlink "$program")
    case $link in
      /*) program=$link ;;
      *) program=${program%/*}/$link ;;
    esac
  done
  program=${program%/*}
  printf '%s' "${program%/*}"
}

# Sets $jdk to the first JDK that is new enough; $seen tells which older ones were met.
find_jdk() {
  local candidate name named=()
  for name in ${!JAVA_HOME_@}; do named+=("${!name}"); done # CI runners: JAVA_HOME_25_X64
  jdk='' seen=''
  for candidate in "${JAVA_HOME-}" "${JDK_HOME-}" "$(java_on_path)" ${named[@]+"${named[@]}"} \
    /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/*jdk* /opt/*/*jdk* \
    ~/.sdkman/candidates/java/* ~/.jdks/* ~/.asdf/installs/java/* ~/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home ~/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /home/linuxbrew/.linuxbrew/opt/openjdk*; do
    [[ -n $candidate ]] && feature_of "$candidate" || continue
    if ((feature >= JAVA_NEEDED)); then
      jdk=$candidate
      return 0
    fi
    case " $seen " in *" $feature "*) ;; *) seen="$seen$feature " ;; esac
  done
  return 1
}

need_jdk() {
  find_jdk || die "no JDK $JAVA_NEEDED or newer was found${seen:+ (only: $seen)}" \
    "Install one, for example from https://adoptium.net or with 'sdk install java $JAVA_NEEDED-tem'," \
    "or set JAVA_HOME to it, and start again."
}

need_maven() {
  mvn=$(command -v mvn) || mvn=${MAVEN_HOME:-${M2_HOME:-${HOME-}/.sdkman/candidates/maven/current}}/bin/mvn
  [[ -x $mvn ]] || die "a checkout is built with Maven, and there is no mvn on the PATH" \
    "Install Maven 3.8 or newer: 'apt install maven', 'brew install maven' or 'sdk install maven'."
}

# Asked only when a build failed: Maven takes a second to tell its version.
recent_maven() {
  local version major minor
  version=$(JAVA_HOME=$jdk "$mvn" -B -v 2>&1 | sed -n 's/.*Apache Maven \([0-9][0-9.]*\).*/\1/p')
  major=${version%%.*} minor=${version#*.} minor=${minor%%.*}
  [[ -n $version ]] || die "$mvn does not start" "Try 'mvn -v'."
  ((major > 3 || (major == 3 && minor >= 8))) || die "Maven 3.8 or newer is needed, $mvn is $version" \
    "Install a newer one."
}

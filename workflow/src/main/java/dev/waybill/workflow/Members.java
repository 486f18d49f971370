package dev.waybill.workflow;

import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the members of one object and notes everything that is wrong with them. A bad member gives a stand-in
/// value so that reading goes on; nothing is built from it, because [#isSound] says no.
public final class Members {

    /// How graphs and guided workflows alike call it.
    public static final String TASK_STATE = "taskState";

    private final JsonObject object;
    private final String pointer;
    private final Findings findings;
    private final int errorsBefore;
    private JsonObject meant = JsonObject.EMPTY;

    public Members(JsonObject object, String pointer, Findings findings) {
        this.object = object;
        this.pointer = pointer;
        this.findings = findings;
        this.errorsBefore = findings.errorCount();
    }

    /// Whether nothing wrong was found since this object was entered, inside it too.
    public boolean isSound() {
        return findings.errorCount() == errorsBefore;
    }

    public JsonObject object() {
        return object;
    }

    public String pointer() {
        return pointer;
    }

    public String pointer(String name) {
        return JsonPointer.member(pointer, name);
    }

    public Findings findings() {
        return findings;
    }

    public boolean has(String name) {
        return object.has(name);
    }

    /// Members that nobody reads are kept, and said: most are slips of the finger.
    public void expectOnly(List<String> known) {
        expectOnly(known, JsonObject.EMPTY);
    }

    /// @param foreign what names of other tools are called here
    void expectOnly(List<String> known, JsonObject foreign) {
        meant = foreign;
        for (String name : object.names()) {
            if (findings.wantsWarnings() && !known.contains(name)) {
                findings.warn(
                        pointer(name),
                        DefinitionCode.UNKNOWN_MEMBER,
                        "the member \"%s\" is unknown and has no effect".formatted(shown(name)),
                        meant.string(name)
                                .map(here -> "did you mean \"" + here + "\"?")
                                .orElseGet(
                                        () -> Suggestion.hint(name, known, "remove it, or keep it for another tool")));
            }
        }
    }

    public String text(String name, int most, @Nullable Pattern pattern) {
        return require(name) ? checked(name, optionalText(name, 1, most), pattern) : "";
    }

    public String text(String name) {
        return text(name, Integer.MAX_VALUE, null);
    }

    private String checked(String name, @Nullable String text, @Nullable Pattern pattern) {
        if (text == null) {
            return "";
        }
        if (pattern != null && !pattern.matcher(text).matches()) {
            findings.error(
                    pointer(name),
                    DefinitionCode.BAD_FORMAT,
                    "expected \"%s\" to match %s, found \"%s\"".formatted(name, pattern.pattern(), shown(text)),
                    "use only the characters that the pattern allows");
        }
        return text;
    }

    @Nullable
    public String optionalText(String name) {
        return optionalText(name, 0, Integer.MAX_VALUE);
    }

    @Nullable
    public String optionalText(String name, int least, int most) {
        JsonValue value = object.get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof JsonString(var text))) {
            wrongType(name, "a string", value);
            return null;
        }
        int length = text.codePointCount(0, text.length());
        if (length < least || length > most) {
            findings.error(
                    pointer(name),
                    DefinitionCode.OUT_OF_RANGE,
                    "expected \"%s\" to have %s characters, found %d".formatted(name, range(least, most), length),
                    length < least ? "write a text that is not empty" : "shorten it");
            return null;
        }
        return text;
    }

    private static String range(long least, long most) {
        return most >= Integer.MAX_VALUE ? "at least " + least : least + " to " + most;
    }

    public boolean flag(String name, boolean otherwise) {
        JsonValue value = object.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof JsonBool bool) {
            return bool.value();
        }
        wrongType(name, "true or false", value);
        return otherwise;
    }

    public OptionalLong integer(String name, long least, long most) {
        JsonValue value = object.get(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        OptionalLong integer = value instanceof JsonNumber number ? number.asInteger() : OptionalLong.empty();
        if (integer.isEmpty()) {
            wrongType(name, "a whole number", value);
            return integer;
        }
        if (integer.getAsLong() < least || integer.getAsLong() > most) {
            findings.error(
                    pointer(name),
                    DefinitionCode.OUT_OF_RANGE,
                    "expected \"%s\" to be %s, found %d".formatted(name, range(least, most), integer.getAsLong()),
                    "choose a number in that range");
            return OptionalLong.empty();
        }
        return integer;
    }

    public void number(String name) {
        require(name);
        JsonValue value = object.get(name);
        if (value != null && !(value instanceof JsonNumber)) {
            wrongType(name, "a number", value);
        }
    }

    /// One of a fixed set of words; the stand-in when it is absent or wrong.
    public <E> E word(String name, List<E> words, Function<E, String> wire, E standIn) {
        String text = optionalText(name);
        if (text == null) {
            return standIn;
        }
        for (E word : words) {
            if (wire.apply(word).equals(text)) {
                return word;
            }
        }
        List<String> allowed = words.stream().map(wire).toList();
        findings.error(
                pointer(name),
                DefinitionCode.WRONG_VALUE,
                "expected \"%s\" to be one of %s, found \"%s\""
                        .formatted(name, String.join(", ", allowed), shown(text)),
                Suggestion.hint(text, allowed, "choose one of these words"));
        return standIn;
    }

    /// The state that a step says its task is in once it is done.
    public @Nullable TaskState taskState() {
        TaskState state = word(TASK_STATE, TaskState.ofSteps(), TaskState::wire, TaskState.PLANNED);
        return TaskState.ofSteps().contains(state) ? state : null;
    }

    public void word(String name, List<String> words) {
        word(name, words, Function.identity(), "");
    }

    public JsonObject requiredObject(String name) {
        return require(name) ? optionalObject(name) : JsonObject.EMPTY;
    }

    public JsonObject optionalObject(String name) {
        JsonValue value = object.get(name);
        if (value == null || value instanceof JsonObject) {
            return value instanceof JsonObject found ? found : JsonObject.EMPTY;
        }
        wrongType(name, "an object", value);
        return JsonObject.EMPTY;
    }

    public Members below(String name, JsonObject member) {
        return new Members(member, pointer(name), findings);
    }

    public List<JsonValue> requiredArray(String name) {
        return require(name) ? optionalArray(name) : List.of();
    }

    public List<JsonValue> optionalArray(String name) {
        JsonValue value = object.get(name);
        if (value == null) {
            return List.of();
        }
        if (value instanceof JsonArray array) {
            return array.items();
        }
        wrongType(name, "an array", value);
        return List.of();
    }

    /// Visits the items of an array that must all be objects.
    public void objects(String name, List<JsonValue> items, Consumer<Members> visitor) {
        for (int i = 0; i < items.size(); i++) {
            object(name, i, items.get(i), visitor);
        }
    }

    /// Visits one item of an array that must be an object.
    public void object(String name, int index, JsonValue item, Consumer<Members> visitor) {
        String place = JsonPointer.item(pointer(name), index);
        if (item instanceof JsonObject found) {
            visitor.accept(new Members(found, place, findings));
        } else {
            wrongTypeAt(place, "an object", item);
        }
    }

    /// The items of an array that must all be strings.
    public List<String> texts(String name, List<JsonValue> items, BiConsumer<String, String> visitor) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            String place = JsonPointer.item(pointer(name), i);
            if (items.get(i) instanceof JsonString(var text)) {
                texts.add(text);
                visitor.accept(text, place);
            } else {
                wrongTypeAt(place, "a string", items.get(i));
            }
        }
        return texts;
    }

    public boolean require(String name) {
        if (object.has(name)) {
            return true;
        }
        findings.error(
                pointer,
                DefinitionCode.MISSING_MEMBER,
                "the member \"%s\" is missing".formatted(name),
                similar(name)
                        .map(found -> "is \"%s\" meant to be \"%s\"?".formatted(found, name))
                        .orElse("add \"" + name + "\""));
        return false;
    }

    private Optional<String> similar(String name) {
        return object.names().stream()
                .filter(other -> meant.string(other).filter(name::equals).isPresent())
                .findFirst()
                .or(() -> findings.wantsErrors() ? Suggestion.nearest(name, object.names()) : Optional.empty());
    }

    private void wrongType(String name, String expected, JsonValue found) {
        wrongTypeAt(pointer(name), expected, found);
    }

    public void wrongTypeAt(String place, String expected, JsonValue found) {
        findings.error(
                place,
                DefinitionCode.WRONG_TYPE,
                "expected %s, found %s".formatted(expected, found.kind()),
                "write " + expected + " here");
    }

    /// A text as a message shows it: never longer than a line.
    public static String shown(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}

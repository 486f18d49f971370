package dev.waybill.simulator;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunSeed;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Writes a store's answers so that equal ones have equal texts. Records with bytes in them have no useful `equals`,
/// and a text also shows where two answers differ.
final class AnswerText {

    /// Asking a class for its components is slow, and dumps ask often.
    private static final ClassValue<List<RecordComponent>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> type) {
            return List.of(type.getRecordComponents());
        }
    };

    private AnswerText() {}

    static List<String> of(List<?> answers) {
        return answers.stream().map(AnswerText::of).toList();
    }

    static String of(@Nullable Object answer) {
        return switch (answer) {
            case null -> "null";
            case byte[] bytes -> bytes.length + " bytes " + Digest.of(bytes).hex();
            case RunSeed seed -> seed.secretText();
            case Optional<?> optional -> of(optional.orElse(null));
            case List<?> list -> String.join("\n", of(list));
            case Record values -> ofRecord(values);
            default -> answer.toString();
        };
    }

    private static String ofRecord(Record values) {
        StringJoiner text = new StringJoiner(", ", values.getClass().getSimpleName() + "(", ")");
        for (RecordComponent component : COMPONENTS.get(values.getClass())) {
            text.add(component.getName() + "=" + of(read(values, component)));
        }
        return text.toString();
    }

    private static @Nullable Object read(Record values, RecordComponent component) {
        try {
            return component.getAccessor().invoke(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a public record shows its " + component.getName(), e);
        }
    }
}
